// SPDX-License-Identifier: Apache-2.0
#include "platform/power/chip_samples.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"
#include "io/attribute.hpp"
#include "io/confined.hpp"
#include "io/regular_file.hpp"
#include "io/replace_file.hpp"
#include "io/tsv.hpp"
#include "io/tsv_reader.hpp"
#include "platform/board/hwmon.hpp"

namespace wattline::platform {

namespace {

const io::RowKind kNoteRows{"earlier averaging",
                            {{"file", "", 0, "attribute"},
                             {"before", "", 0, "its text before the first user"},
                             {"set", "", 0, "the text that the users set"}}};

io::Fd open_lock(const std::string& path) {
  io::Fd fd = io::open_confined(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0600);  // whoever may open a file may lock it
  if (!fd) throw os_error(path, errno, "setting the averaging requires root");
  return fd;
}

bool lock(const io::Fd& fd, int operation) {
  while (::flock(fd.get(), operation) != 0) {
    if (errno != EINTR) return false;
  }
  return true;
}

}  // namespace

ChipSamples::ChipSamples(const io::Root& root, std::int64_t samples, const std::string& note)
    : samples_(std::to_string(samples)), note_(note) {
  for (const auto& chip : hwmon_chips(root, "ina3221")) {
    const std::string file = (chip / "samples").string();
    if (io::read_text(file)) chips_.push_back({file, ""});
  }
  if (chips_.empty()) {
    throw unavailable("no INA3221 whose averaging can be set", "the driver of L4T r34 and later has the attribute");
  }
  turn_ = open_lock(note_ + ".lock");
  users_ = open_lock(note_ + ".users");
  lock(turn_, LOCK_EX);
  for (Chip& chip : chips_) {
    const auto text = io::try_text(chip.file);  // not earlier: the users before may have restored it meanwhile
    if (!text.value) throw os_error(chip.file, text.error);
    chip.before = *text.value;
  }
  take_before(lock(users_, LOCK_EX | LOCK_NB));
  lock(users_, LOCK_SH);  // nobody else can come between, as it is our turn
  try {
    for (const Chip& chip : chips_) set(chip.file);
  } catch (...) {
    leave();
    throw;
  }
  lock(turn_, LOCK_UN);
}

// `alone`: a note that is there was left by a process that was killed, and holds as long as its value is in force.
void ChipSamples::take_before(bool alone) {
  if (io::file_status(note_)) {
    io::TsvReader reader(note_);
    const std::size_t file = reader.require("file"), before = reader.require("before"), set = reader.require("set");
    while (reader.next()) {
      const std::string value(reader.field(set));
      if (!alone && value != samples_) {
        throw Error(ExitCode::try_later,
                    "averaging over " + samples_ + " conversions: another process has set " + value,
                    "use the same value, or wait until it has ended");
      }
      for (Chip& chip : chips_) {
        if (chip.file == reader.field(file) && chip.before == value) chip.before = std::string(reader.field(before));
      }
    }
  }
  if (!alone) return;
  io::replace_machine_file(note_, [&](io::Output& out) {
    io::TsvWriter rows(out, kNoteRows);
    for (const Chip& chip : chips_) rows.text(chip.file).text(chip.before).text(samples_).end_row();
  });
}

void ChipSamples::set(const std::string& file) const {
  const int error = io::write_text(file, samples_);
  if (error != 0) throw os_error(file, error, "run as root");
  if (io::read_text(file) != samples_) {
    throw usage_error("averaging over " + samples_ + " conversions: the chip did not accept this value",
                      "it accepts 1, 4, 16, 64, 128, 256, 512 and 1024");
  }
}

ChipSamples::~ChipSamples() {
  leave();
}

// The last user restores.
void ChipSamples::leave() {
  lock(turn_, LOCK_EX);
  if (lock(users_, LOCK_EX | LOCK_NB)) {
    for (const Chip& chip : chips_) io::write_text(chip.file, chip.before);
    ::unlink(note_.c_str());
  }
  lock(users_, LOCK_UN);
  lock(turn_, LOCK_UN);
}

}  // namespace wattline::platform
