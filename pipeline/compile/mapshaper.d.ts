// Types for the part of mapshaper that the build and the tests use; the package has no types.
declare module 'mapshaper' {
  const mapshaper: {
    /** Runs a mapshaper command line on named inputs (texts or parsed JSON). Returns the named outputs. */
    applyCommands(
      commands: string,
      input: Readonly<Record<string, unknown>>,
    ): Promise<Readonly<Record<string, string | Uint8Array>>>
  }
  export default mapshaper
}
