/* SPDX-License-Identifier: Apache-2.0 */
/* A JPEG decoder for `trainstep --decoder FILE`, such as that of a GPU: the interface, in C, between trainstep and the
   shared library FILE. The library defines wattline_get_jpeg_decoder(); examples/nvjpeg-decoder.cpp is one. */
#ifndef WATTLINE_JPEG_DECODER_H
#define WATTLINE_JPEG_DECODER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* trainstep takes only a library of its own version. Any change to this file that a library could notice is a new
   version. */
#define WATTLINE_JPEG_DECODER_VERSION 1

/* What decode() returns; any other value counts as WATTLINE_JPEG_FAILED. */
enum {
  WATTLINE_JPEG_DECODED = 0,
  WATTLINE_JPEG_UNSUPPORTED = 1, /* this decoder cannot do this kind of JPEG: libjpeg decodes the image */
  WATTLINE_JPEG_BROKEN = 2,      /* the file is broken: as `trainstep --on-bad` says */
  WATTLINE_JPEG_FAILED = 3       /* the decoder itself failed: the run ends */
};

/* One image. libjpeg has read its header already; the file has one or three components, and an end marker. */
struct wattline_jpeg_image {
  const unsigned char* file;
  size_t file_size;
  uint32_t width, height;
  /* Where decode() writes the whole image: rows from the top without gaps, 3 bytes (red, green, blue) per pixel. A gray
     image has three equal ones. trainstep owns this memory. */
  unsigned char* pixels;
  size_t pixels_size; /* width * height * 3 */
};

/* The functions of a decoder; none may be null. `reason` has room for reason_size bytes, the last of which stays 0: a
   sentence part for the user, such as "out of device memory". It may be left empty. No C++ exception may leave them. */
struct wattline_jpeg_decoder {
  uint32_t version; /* WATTLINE_JPEG_DECODER_VERSION */
  const char* name; /* for messages: "nvJPEG" */
  /* Begins a session, at the start and whenever more threads decode at once than there are sessions. Null if that
     failed. */
  void* (*open_session)(char* reason, size_t reason_size);
  /* Called by several threads at once, but never for the same session; not always by the thread that opened it. */
  int (*decode)(void* session, const struct wattline_jpeg_image* image, char* reason, size_t reason_size);
  /* Ends a session, at the end of the run. */
  void (*close_session)(void* session);
};

/* The decoder of this library; it stays valid until the end of the process. */
const struct wattline_jpeg_decoder* wattline_get_jpeg_decoder(void);

#ifdef __cplusplus
}
#endif

#endif
