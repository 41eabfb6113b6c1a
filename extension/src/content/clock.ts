// Cuts long work into slices, so that the page stays responsive.

const SLICE_MS = 12;
/** Looking at the clock for every node would cost more than the node. */
const STEPS_PER_LOOK = 32;

export class SlicedWork {
  private steps = 0;
  private sliceEnd = performance.now() + SLICE_MS;
  private readonly channel = new MessageChannel();

  /** True when it is time to await `pause()`. */
  due(): boolean {
    if (++this.steps % STEPS_PER_LOOK !== 0) return false;
    return performance.now() >= this.sliceEnd;
  }

  /** Lets other tasks run. By message, because timers are slowed down in hidden tabs. */
  async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.channel.port1.onmessage = () => resolve();
      this.channel.port2.postMessage(null);
    });
    this.sliceEnd = performance.now() + SLICE_MS;
  }

  end(): void {
    this.channel.port1.close();
  }
}
