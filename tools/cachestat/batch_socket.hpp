// SPDX-License-Identifier: Apache-2.0
// Batches over a SOCK_SEQPACKET socket to a worker process: names as text, open directories as SCM_RIGHTS.
#pragma once
#include <string>

#include "page_cache/batch.hpp"

namespace wattline::cachestat {

// False with errno: EAGAIN when the socket is full, EPIPE when the other side is gone.
bool send_batch(int socket, const page_cache::Batch& batch);

// False at the end: the other side closed its socket, or died. `buffer` is kept between calls to save allocations.
bool receive_batch(int socket, std::string& buffer, page_cache::Batch& batch);

}  // namespace wattline::cachestat
