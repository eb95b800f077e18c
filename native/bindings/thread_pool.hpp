// Threads that wait for work in parts, one part a thread: the caller does the first itself.
//
// A step of a batch takes some microseconds, less than starting a thread. So they stay, and look
// out for work for a moment before they sleep.
#pragma once

#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

namespace funicular::bindings {

class ThreadPool {
 public:
  explicit ThreadPool(std::size_t threads) : threads_(threads) {}

  ~ThreadPool() {
    if (crew_ && crew_->process != getpid()) (void)crew_.release();
  }

  // Calls `each(part)` for every part below the number of threads. Nothing else may run meanwhile.
  template <typename Each>
  void run(Each&& each) {
    if (threads_ <= 1) return each(std::size_t{0});
    // After a fork the threads are in the parent: they are made anew, and the old ones forgotten.
    if (crew_ && crew_->process != getpid()) (void)crew_.release();
    if (!crew_) crew_ = std::make_unique<Crew>(threads_ - 1);
    crew_->run([](void* what, std::size_t part) { (*static_cast<Each*>(what))(part); }, &each);
  }

 private:
  using Call = void (*)(void*, std::size_t);

  struct Crew {
    explicit Crew(std::size_t helpers) : process(getpid()) {
      for (std::size_t part = 1; part <= helpers; ++part)
        threads.emplace_back([this, part] { work(part); });
    }

    ~Crew() {
      ending = true;
      round.fetch_add(1);
      round.notify_all();
      for (std::thread& thread : threads) thread.join();
    }

    void run(Call the_call, void* the_what) {
      call = the_call;
      what = the_what;
      failure = nullptr;
      failed = false;
      busy = static_cast<int>(threads.size());
      round.fetch_add(1);
      round.notify_all();
      guarded(0);
      wait(busy, [](int now) { return now == 0; });
      if (failure) std::rethrow_exception(failure);
    }

    void work(std::size_t part) {
      for (std::uint32_t seen = 0;;) {
        seen = wait(round, [seen](std::uint32_t now) { return now != seen; });
        if (ending) return;
        guarded(part);
        if (busy.fetch_sub(1) == 1) busy.notify_all();
      }
    }

    // What goes wrong in a thread is thrown in the caller's.
    void guarded(std::size_t part) {
      try {
        call(what, part);
      } catch (...) {
        if (!failed.exchange(true)) failure = std::current_exception();
      }
    }

    // Until the value is as wanted: at first by looking, then asleep.
    template <typename Value, typename Wanted>
    static Value wait(std::atomic<Value>& value, Wanted&& wanted) {
      for (int look = 0; look < kLooks; ++look)
        if (const Value now = value.load(); wanted(now)) return now;
      while (true) {
        const Value now = value.load();
        if (wanted(now)) return now;
        value.wait(now);
      }
    }

    static constexpr int kLooks = 4000;

    const pid_t process;
    Call call = nullptr;
    void* what = nullptr;
    std::exception_ptr failure;
    std::atomic<bool> failed{false}, ending{false};
    std::atomic<std::uint32_t> round{0};
    std::atomic<int> busy{0};
    std::vector<std::thread> threads;
  };

  std::size_t threads_;
  std::unique_ptr<Crew> crew_;
};

}  // namespace funicular::bindings
