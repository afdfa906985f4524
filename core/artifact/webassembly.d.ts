// The part of WebAssembly that core uses: its types come with a browser's, which this project does not load.
declare namespace WebAssembly {
  class Memory {
    /** Another one after each `grow`, which detaches the one before. */
    readonly buffer: ArrayBuffer
    /** Both in pages of 64 KiB. */
    constructor(size: { readonly initial: number; readonly maximum?: number })
    /** Adds pages; gives how many there were. */
    grow(pages: number): number
  }
  interface Module {
    readonly __compiled: never
  }
  const Module: new (bytes: Uint8Array) => Module
  class Instance {
    readonly exports: Readonly<Record<string, unknown>>
    constructor(module: Module, imports: { readonly env: { readonly memory: Memory } })
  }
}
