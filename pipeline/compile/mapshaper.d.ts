// The part of mapshaper that the build and the tests use; the package has no types of its own.
declare module 'mapshaper' {
  const mapshaper: {
    /** Runs a command line over named inputs, texts or what JSON texts say; answers the named outputs. */
    applyCommands(
      commands: string,
      input: Readonly<Record<string, unknown>>,
    ): Promise<Readonly<Record<string, string | Uint8Array>>>
  }
  export default mapshaper
}
