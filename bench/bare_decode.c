/* SPDX-License-Identifier: Apache-2.0 */
/* Images per second of a bare libjpeg-turbo decode on one core: bare_decode FILE... */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <jpeglib.h>

static void decode(const unsigned char *data, size_t size, unsigned char *row) {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  info.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, (unsigned char *)data, size);
  jpeg_read_header(&info, TRUE);
  jpeg_start_decompress(&info);
  while (info.output_scanline < info.output_height) jpeg_read_scanlines(&info, &row, 1);
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
  static unsigned char data[1 << 22], row[65536 * 3];
  const double begin = now();
  for (int i = 1; i < argc; ++i) {
    FILE *file = fopen(argv[i], "rb");
    if (file == NULL) return 1;
    const size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    decode(data, size, row);
  }
  printf("%f\n", (argc - 1) / (now() - begin));
  return 0;
}
