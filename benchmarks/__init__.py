"""Speed and memory, each beside a bare reference in the same run: `python -m benchmarks` runs all of them."""
