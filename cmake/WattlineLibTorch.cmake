# SPDX-License-Identifier: Apache-2.0
# wattline_find_libtorch(): what find_package(Torch) does, and the same variables. A LibTorch whose folder has lib/ and include/,
# as in wheels, is used without its own TorchConfig.cmake, as torch.utils.cpp_extension does: that file demands a CUDA toolkit of
# a fitting release, links this toolkit's libraries where the wheel has its own, and takes libc10 of another LibTorch in /usr/lib.
macro(wattline_find_libtorch)
  find_package(Torch 1000 CONFIG QUIET)  # there is no such release: the search ends with what there is, and runs nothing of it
  set(Torch_FOUND OFF)
  if(Torch_CONSIDERED_CONFIGS)
    list(GET Torch_CONSIDERED_CONFIGS 0 torch_config)
    list(GET Torch_CONSIDERED_VERSIONS 0 Torch_VERSION)
    get_filename_component(torch_folder ${torch_config} DIRECTORY)
    set(Torch_DIR ${torch_folder} CACHE PATH "" FORCE)
    get_filename_component(torch_folder ${torch_folder}/../../.. ABSOLUTE)
    if(EXISTS ${torch_folder}/lib/libtorch.so AND EXISTS ${torch_folder}/include/torch/csrc/api)
      wattline_libtorch_of_folder(${torch_folder} ${torch_config})
      set(TORCH_LIBRARIES wattline_libtorch)
      set(Torch_FOUND ON)
    else()
      find_package(Torch QUIET)
    endif()
  endif()
endmacro()

# libtorch.so has no code: it loads those of the libraries that this LibTorch has, with CUDA or without. No symbol of it is used,
# hence --no-as-needed. What these libraries need in turn, they find by themselves when the program starts.
function(wattline_libtorch_of_folder folder config)
  set(libtorch "-Wl,--push-state,--no-as-needed,\"${folder}/lib/libtorch.so\",--pop-state" -Wl,--allow-shlib-undefined)
  add_library(wattline_libtorch INTERFACE IMPORTED)
  set_target_properties(wattline_libtorch PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${folder}/include;${folder}/include/torch/csrc/api/include"
    INTERFACE_LINK_LIBRARIES "${libtorch};${folder}/lib/libtorch_cpu.so;${folder}/lib/libc10.so")
  file(STRINGS ${config} abi REGEX "-D_GLIBCXX_USE_CXX11_ABI=[01]")
  if(abi MATCHES "-D_GLIBCXX_USE_CXX11_ABI=[01]")
    set_target_properties(wattline_libtorch PROPERTIES INTERFACE_COMPILE_OPTIONS ${CMAKE_MATCH_0})
  endif()
endfunction()
