# SPDX-License-Identifier: Apache-2.0
# wattline_check_torch(PROBLEM OLD_ABI): LibTorch of Torch_DIR, of the PyTorch of the Python on PATH (NVIDIA's wheel on a Jetson,
# also in an active virtual or conda environment), or of libtorch-dev. One that cannot be used sets PROBLEM and does not end
# the configuration. OLD_ABI says whether it was compiled with the old C++ ABI, as many wheels are: std::string is another type
# there, and whatever is linked with it must be compiled in the same way.
set(wattline_torch_check ${CMAKE_CURRENT_LIST_DIR}/torch_check)
macro(wattline_check_torch problem old_abi)
  if(NOT Torch_DIR)
    wattline_torch_of_python(prefix)
    list(APPEND CMAKE_PREFIX_PATH ${prefix})
  endif()
  if(NOT CMAKE_CUDA_COMPILER AND EXISTS /usr/local/cuda/bin/nvcc)  # LibTorch with CUDA needs it; JetPack does not put it on PATH
    set(CMAKE_CUDA_COMPILER /usr/local/cuda/bin/nvcc CACHE FILEPATH "")
  endif()
  wattline_torch_problem(${problem} ${old_abi})
endmacro()

# Debian's Python names a prefix that does not exist, hence the check of the file.
function(wattline_torch_of_python prefix)
  foreach(python python3 /usr/bin/python3)
    execute_process(COMMAND ${python} -c "import torch; print(torch.utils.cmake_prefix_path)"
      OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE result)
    if(result EQUAL 0 AND EXISTS "${folder}/Torch/TorchConfig.cmake")
      set(${prefix} "${folder}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${prefix} "" PARENT_SCOPE)
endfunction()

function(wattline_torch_problem problem old_abi)
  set(check ${CMAKE_BINARY_DIR}/torch_check)
  string(REPLACE ";" "\\;" prefixes "${CMAKE_PREFIX_PATH}")
  set(settings "-DTorch_DIR=${Torch_DIR}" "-DCMAKE_PREFIX_PATH=${prefixes}" "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}"
    -G ${CMAKE_GENERATOR} "-DCMAKE_MAKE_PROGRAM=${CMAKE_MAKE_PROGRAM}")
  if(CMAKE_CUDA_COMPILER)
    list(APPEND settings "-DCMAKE_CUDA_COMPILER=${CMAKE_CUDA_COMPILER}")
  endif()
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${wattline_torch_check} -B ${check} ${settings}
    OUTPUT_VARIABLE log ERROR_VARIABLE log RESULT_VARIABLE failed)
  if(NOT failed)
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${check} OUTPUT_VARIABLE log ERROR_VARIABLE log RESULT_VARIABLE failed)
  endif()
  file(WRITE ${check}.log "${log}")
  set(${old_abi} OFF PARENT_SCOPE)
  if(NOT failed AND log MATCHES "LibTorch has the old C\\+\\+ ABI")
    set(${old_abi} ON PARENT_SCOPE)
  endif()
  if(NOT failed)
    set(${problem} "" PARENT_SCOPE)
  elseif(log MATCHES "LibTorch is too old: [0-9.]+")
    set(${problem} "${CMAKE_MATCH_0}; 1.10 is required" PARENT_SCOPE)
  elseif(NOT log MATCHES "there is no LibTorch")
    set(${problem} "LibTorch cannot be used: see ${check}.log" PARENT_SCOPE)
  elseif(EXISTS /etc/nv_tegra_release)
    set(${problem} "install NVIDIA's wheel of PyTorch and libjpeg-dev (docs/on-a-real-board.md)" PARENT_SCOPE)
  else()
    set(${problem} "install libtorch-dev libopenblas0-pthread libjpeg-dev" PARENT_SCOPE)
  endif()
endfunction()
