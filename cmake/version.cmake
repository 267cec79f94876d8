# SPDX-License-Identifier: Apache-2.0
# cmake -D SOURCES=DIR -D VERSION=0.1.0 -D WATTLINE_REPORTS=TEXT -D OUTPUT=FILE -P version.cmake: writes version.hpp, with
# the version and where to send reports. In a git checkout the version has the commit, such as 0.1.0+g1a2b3c4d5, and .dirty
# if files differ from it. It runs at each build, since a commit does not configure again; an unchanged file is not
# written, and nothing is compiled.
set(WATTLINE_VERSION ${VERSION})
find_program(GIT git)
if(GIT AND EXISTS ${SOURCES}/.git)
  execute_process(COMMAND ${GIT} -C ${SOURCES} describe --always --abbrev=9 --exclude=* --dirty=.dirty
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed)
    string(APPEND WATTLINE_VERSION "+g${commit}")
  elseif(EXISTS ${OUTPUT})
    return()  # git refuses the checkout of another user; the file is of an earlier build
  endif()
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/version.hpp.in ${OUTPUT} @ONLY)
