"""Garbage is collected in the window's thread alone, in the tests as in the program."""

import gc
import threading


def test_no_thread_of_a_pane_collects_garbage(qapp):
    class Cycle:
        def __init__(self):
            self.itself = self

        def __del__(self):
            deleted_in.append(threading.current_thread())

    deleted_in = []
    Cycle()
    worker = threading.Thread(target=lambda: [[[]] for _ in range(200_000)])
    worker.start()
    worker.join()
    gc.collect()
    assert deleted_in == [threading.main_thread()]
