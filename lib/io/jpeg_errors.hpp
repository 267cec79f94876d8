// SPDX-License-Identifier: Apache-2.0
// The error handler of libjpeg that every encoder and decoder here shares. It keeps the message and leaves the call
// with longjmp, because libjpeg's own handler ends the program. This header needs libjpeg's header; wattline_io itself
// does not.
#pragma once
// clang-format off
#include <cstdio>  // jpeglib.h uses FILE without including it
// clang-format on
#include <jerror.h>
#include <jpeglib.h>

#include <csetjmp>
#include <new>

namespace wattline::io {

// Objects with destructors must not be alive between setjmp(jump) and the libjpeg calls behind it.
struct JpegErrors {
  jpeg_error_mgr manager;  // first: libjpeg hands its address to the handlers
  std::jmp_buf jump;
  char text[JMSG_LENGTH_MAX];  // the message, after the jump
};

[[noreturn]] inline void leave_jpeg_call(j_common_ptr info) {
  auto* errors = reinterpret_cast<JpegErrors*>(info->err);
  info->err->format_message(info, errors->text);
  std::longjmp(errors->jump, 1);
}

// What a compressor's or decompressor's `err` must point to.
inline jpeg_error_mgr* jpeg_error_handler(JpegErrors& errors) {
  jpeg_error_mgr* manager = jpeg_std_error(&errors.manager);
  manager->error_exit = leave_jpeg_call;
  return manager;
}

// After the jump: memory that was refused says nothing about the image.
inline void check_jpeg_memory(const JpegErrors& errors) {
  if (errors.manager.msg_code == JERR_OUT_OF_MEMORY) throw std::bad_alloc();
}

}  // namespace wattline::io
