// A hundred characters on the game's own job system, and the same on one thread: bit for bit alike.
// c++ -std=c++17 -I src/capi/include examples/cpp/crowd.cpp -L target/release -lmutoscope_capi -o crowd
#include <mutoscope.hpp>

#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <string_view>
#include <thread>

namespace {

/// Three threads that take what is submitted; the thread that waits for a step helps.
class Jobs {
  public:
    Jobs() {
        for (std::thread &thread : threads_) {
            thread = std::thread([this] { work(); });
        }
    }
    ~Jobs() {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            is_over_ = true;
        }
        is_there_.notify_all();
        for (std::thread &thread : threads_) {
            thread.join();
        }
    }
    Jobs(const Jobs &) = delete;
    Jobs &operator=(const Jobs &) = delete;

    MutoscopeJobs callbacks() { return {submit, help, this, 3}; }

  private:
    struct Job {
        MutoscopeRunFn run;
        void *job;
    };

    static void submit(void *user, MutoscopeRunFn run, void *job) {
        Jobs &jobs = *static_cast<Jobs *>(user);
        {
            std::lock_guard<std::mutex> lock(jobs.mutex_);
            jobs.waiting_.push_back({run, job});
        }
        jobs.is_there_.notify_one();
    }

    static uint32_t help(void *user) {
        Jobs &jobs = *static_cast<Jobs *>(user);
        std::unique_lock<std::mutex> lock(jobs.mutex_);
        return jobs.take(lock) ? 1 : 0;
    }

    bool take(std::unique_lock<std::mutex> &lock) {
        if (waiting_.empty()) {
            return false;
        }
        const Job job = waiting_.front();
        waiting_.pop_front();
        lock.unlock();
        job.run(job.job);
        lock.lock();
        return true;
    }

    void work() {
        std::unique_lock<std::mutex> lock(mutex_);
        for (;;) {
            if (!take(lock)) {
                if (is_over_) {
                    return;
                }
                is_there_.wait(lock);
            }
        }
    }

    std::mutex mutex_;
    std::condition_variable is_there_;
    std::deque<Job> waiting_;
    bool is_over_ = false;
    std::thread threads_[3];
};

void check(mutoscope::Result result, std::string_view what) {
    if (result == MUTOSCOPE_RESULT_OK) {
        return;
    }
    std::fprintf(stderr, "%.*s: %s\n", static_cast<int>(what.size()), what.data(), mutoscope::last_error().c_str());
    std::exit(1);
}

constexpr mutoscope::Character COUNT = 100;

mutoscope::World crowd(const mutoscope::Bundle &bundle, MutoscopeWorldSettings settings) {
    const mutoscope::Name graph = mutoscope::name("PG_Hero");
    mutoscope::Name skeleton = 0;
    check(bundle.skeleton_of(graph, skeleton), "the graph");
    mutoscope::World world;
    check(mutoscope::World::create(bundle, settings, world), "a world");
    for (mutoscope::Character who = 0; who < COUNT; ++who) {
        check(world.add(who, skeleton, who), "a character");
        check(world.play_graph(who, graph), "the graph");
        check(world.place(who, {{static_cast<float>(who % 10), 0, static_cast<float>(who / 10)}, {0, 0, 0, 1}, {1, 1, 1}}),
              "a place");
        check(world.set(who, mutoscope::name("Speed"), who % 5), "the speed");
    }
    return world;
}

} // namespace

int main(int count, char **arguments) {
    if (count != 2) {
        std::fprintf(stderr, "usage: crowd BUNDLE\n");
        return 2;
    }
    mutoscope::Bundle bundle;
    check(mutoscope::Bundle::open(arguments[1], bundle), "the bundle");
    Jobs jobs;
    MutoscopeWorldSettings settings{};
    mutoscope::World alone = crowd(bundle, settings);
    settings.jobs = jobs.callbacks();
    mutoscope::World together = crowd(bundle, settings);

    std::vector<mutoscope::Character> everybody;
    for (mutoscope::Character who = 0; who < COUNT; ++who) {
        everybody.push_back(who);
    }
    std::vector<mutoscope::Matrix> models;
    std::vector<std::size_t> counts;
    std::size_t different = 0;
    for (int frame = 0; frame < 60; ++frame) {
        check(together.kick(1.0 / 60.0), "a step");
        // A game does its own work here.
        check(together.finish(), "a step");
        check(alone.step(1.0 / 60.0), "a step");
        check(together.models(everybody, models, counts), "the poses");
        for (const mutoscope::Character who : everybody) {
            MutoscopeGoldenTick one{}, other{};
            check(alone.hash(who, one), "a hash");
            check(together.hash(who, other), "a hash");
            different += one.pose != other.pose || one.events != other.events || one.placement != other.placement;
        }
    }
    std::printf("%u characters, %zu differ, %zu matrices a frame\n", COUNT, different, models.size());
    return different == 0 ? 0 : 1;
}
