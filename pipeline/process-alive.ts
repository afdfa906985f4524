// Checks whether the process that left a file behind is still alive.

/** Returns false when no process of this machine has this id. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
