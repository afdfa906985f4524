// Sets V8's memory limits, and how often it collects garbage, while the process runs. So they hold however the program was started.
import { setFlagsFromString } from 'node:v8'
// Decision 0023 says what they save, and which test fails if V8 drops one.

/**
 * Lets the heap grow only by a third between two full collections. Left to itself, V8 would let it become four times as large. Also makes every
 * object start among the young ones. V8 sometimes decides to start objects among the old ones. It bases this on another kind of request,
 * and never reverses it.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=33')
  setFlagsFromString('--no-allocation-site-pretenuring')
}
