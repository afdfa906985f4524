// The part of mapshaper that the tests use; the package has no types of its own.
declare module 'mapshaper' {
  const mapshaper: {
    /** Runs a command line over named inputs; answers the named outputs. */
    applyCommands(
      commands: string,
      input: Readonly<Record<string, string>>,
    ): Promise<Readonly<Record<string, string | Uint8Array>>>
  }
  export default mapshaper
}
