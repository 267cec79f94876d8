// SPDX-License-Identifier: Apache-2.0
// What the program trainstep has in place of net/: it becomes the program with LibTorch before any of this is called.
#include <cstring>
#include <stdexcept>

#include "base/error.hpp"
#include "io/child.hpp"
#include "trainstep/libtorch.hpp"
#include "trainstep/net/checkpoint.hpp"
#include "trainstep/net/current_stream.hpp"
#include "trainstep/net/process_settings.hpp"
#include "trainstep/net/trainer.hpp"

namespace wattline::trainstep {

namespace {

[[noreturn]] void absent() {
  throw std::logic_error("LibTorch is needed where it was not asked for");
}

}  // namespace

void need_libtorch(const cli::Context& context, const std::vector<std::string>& environment) {
  const int error = io::exec_beside(WATTLINE_WITH_LIBTORCH, context.argv, environment);
  throw unavailable(
      std::string("the part of trainstep that uses LibTorch: ") + WATTLINE_WITH_LIBTORCH + ": " + std::strerror(error),
      "install wattline-train anew, or copy the folders bin and libexec together");
}

struct Trainer::Parts {};
Trainer::Trainer(const TrainerOptions&) {
  absent();
}
Trainer::~Trainer() = default;
void Trainer::load(const Minibatch&) {
  absent();
}
void Trainer::step(const StageMarks&) {
  absent();
}
void Trainer::infer(const FirstToken&) {
  absent();
}
void Trainer::validate() {
  absent();
}
double Trainer::loss() const {
  absent();
}
double Trainer::accuracy_pct() const {
  absent();
}
std::int64_t Trainer::parameters() const {
  absent();
}
std::int64_t Trainer::trained_parameters() const {
  absent();
}
std::optional<Trainer::Fused> Trainer::fused() const {
  absent();
}
ForwardCost Trainer::forward_cost() {
  absent();
}
std::vector<Layer> Trainer::layers() const {
  absent();
}
void Trainer::save(const std::string&) const {
  absent();
}

void write_checkpoint(const std::string&, const CheckpointFacts&, const Trainer*) {
  absent();
}
CheckpointFacts read_checkpoint(const std::string&) {
  absent();
}
void restore_checkpoint(const std::string&, Trainer&) {
  absent();
}

void apply_process_settings(const ProcessSettings&) {
  absent();
}
bool cuda_usable() {
  absent();
}
std::vector<std::pair<std::string, std::string>> library_facts() {
  absent();
}
void on_stream(void*, const std::function<void()>&) {
  absent();
}

}  // namespace wattline::trainstep
