// SPDX-License-Identifier: Apache-2.0
// Decodes the JPEG files of trainstep with NVIDIA's nvJPEG. It was tested on an NVIDIA H200, not yet on a Jetson.
//
//   flags='-I/usr/local/cuda/include -L/usr/local/cuda/lib64 -Wl,-rpath,/usr/local/cuda/lib64 -lnvjpeg -lcudart'
//   c++ -O2 -shared -fPIC nvjpeg-decoder.cpp -o nvjpeg.so $flags
//   trainstep resnet18 --data D --decoder nvjpeg.so
//
// GPUs that have an engine for JPEG use it; on the others, such as that of Orin, nvJPEG decodes on the GPU's cores.
#include <cuda_runtime_api.h>
#include <nvjpeg.h>
#include <wattline/jpeg_decoder.h>

#include <cstdio>
#include <initializer_list>

namespace {

struct Session {
  nvjpegHandle_t handle = nullptr;
  nvjpegJpegState_t state = nullptr;
  cudaStream_t stream = nullptr;
  void* pixels = nullptr;  // on the GPU
  std::size_t size = 0;
};

void close_session(void* closed) {
  auto* session = static_cast<Session*>(closed);
  if (session->pixels != nullptr) cudaFree(session->pixels);
  if (session->stream != nullptr) cudaStreamDestroy(session->stream);
  if (session->state != nullptr) nvjpegJpegStateDestroy(session->state);
  if (session->handle != nullptr) nvjpegDestroy(session->handle);
  delete session;
}

bool create_handle(nvjpegHandle_t* handle) {
  for (const nvjpegBackend_t backend : {NVJPEG_BACKEND_HARDWARE, NVJPEG_BACKEND_DEFAULT}) {
    if (nvjpegCreateEx(backend, nullptr, nullptr, NVJPEG_FLAGS_DEFAULT, handle) == NVJPEG_STATUS_SUCCESS) return true;
  }
  return false;
}

void* open_session(char* reason, std::size_t reason_size) {
  auto* session = new Session;
  const bool made = create_handle(&session->handle) &&
                    nvjpegJpegStateCreate(session->handle, &session->state) == NVJPEG_STATUS_SUCCESS &&
                    cudaStreamCreateWithFlags(&session->stream, cudaStreamNonBlocking) == cudaSuccess;
  if (made) return session;
  std::snprintf(reason, reason_size, "%s", cudaGetErrorString(cudaGetLastError()));
  close_session(session);
  return nullptr;
}

// Memory on the GPU for the pixels of an image, kept for the next one.
bool make_room(Session& session, std::size_t size) {
  if (session.size >= size) return true;
  if (session.pixels != nullptr) cudaFree(session.pixels);
  session.pixels = nullptr;
  session.size = 0;
  if (cudaMalloc(&session.pixels, size) != cudaSuccess) return false;
  session.size = size;
  return true;
}

int fail(char* reason, std::size_t reason_size, const char* what, int status) {
  std::snprintf(reason, reason_size, "%s: status %d", what, status);
  return WATTLINE_JPEG_FAILED;
}

int result_of(nvjpegStatus_t status, char* reason, std::size_t reason_size) {
  switch (status) {
    case NVJPEG_STATUS_SUCCESS:
      return WATTLINE_JPEG_DECODED;
    case NVJPEG_STATUS_JPEG_NOT_SUPPORTED:
    case NVJPEG_STATUS_IMPLEMENTATION_NOT_SUPPORTED:
      return WATTLINE_JPEG_UNSUPPORTED;
    case NVJPEG_STATUS_BAD_JPEG:
      std::snprintf(reason, reason_size, "not a JPEG that can be decoded");
      return WATTLINE_JPEG_BROKEN;
    default:
      return fail(reason, reason_size, "nvjpegDecode", status);
  }
}

// nvJPEG must find the size that the memory was made for.
bool has_size(const Session& session, const wattline_jpeg_image& image) {
  int components = 0, widths[NVJPEG_MAX_COMPONENT], heights[NVJPEG_MAX_COMPONENT];
  nvjpegChromaSubsampling_t subsampling;
  return nvjpegGetImageInfo(session.handle, image.file, image.file_size, &components, &subsampling, widths, heights) ==
             NVJPEG_STATUS_SUCCESS &&
         static_cast<uint32_t>(widths[0]) == image.width && static_cast<uint32_t>(heights[0]) == image.height;
}

int decode(void* used, const wattline_jpeg_image* image, char* reason, std::size_t reason_size) {
  Session& session = *static_cast<Session*>(used);
  if (!has_size(session, *image)) return WATTLINE_JPEG_UNSUPPORTED;
  if (!make_room(session, image->pixels_size)) {
    std::snprintf(reason, reason_size, "out of memory on the GPU");
    return WATTLINE_JPEG_FAILED;
  }
  nvjpegImage_t target{};
  target.channel[0] = static_cast<unsigned char*>(session.pixels);
  target.pitch[0] = image->width * 3;
  const int result = result_of(nvjpegDecode(session.handle, session.state, image->file, image->file_size,
                                            NVJPEG_OUTPUT_RGBI, &target, session.stream),
                               reason, reason_size);
  if (result != WATTLINE_JPEG_DECODED) return result;
  cudaMemcpyAsync(image->pixels, session.pixels, image->pixels_size, cudaMemcpyDeviceToHost, session.stream);
  const cudaError_t error = cudaStreamSynchronize(session.stream);  // also returns what failed before
  return error == cudaSuccess ? result : fail(reason, reason_size, cudaGetErrorString(error), error);
}

const wattline_jpeg_decoder decoder{WATTLINE_JPEG_DECODER_VERSION, "nvJPEG", open_session, decode, close_session};

}  // namespace

const wattline_jpeg_decoder* wattline_get_jpeg_decoder() {
  return &decoder;
}
