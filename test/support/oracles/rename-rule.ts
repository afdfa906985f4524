// A trace → the renames that make something visible before it is on the disk.
import type { Call } from '../servers/strace.ts'

/**
 * What is wrong with the order of writes, syncs and renames below a folder. Empty: nothing is wrong. `existing` are the names that were in
 * the folder before.
 */
export function unsyncedRenames(
  calls: readonly Call[],
  folder: string,
  existing: readonly string[],
): string[] {
  const known = new Set(existing.map((name) => `${folder}/${name}`))
  /** Files with bytes, and directories with entries, that no fsync has covered yet. */
  const dirty = new Set<string>()
  const faults: string[] = []
  const parent = (path: string): string => path.slice(0, path.lastIndexOf('/'))
  for (const { name, text } of calls) {
    if (!text.includes(folder)) continue
    const onDescriptor = /^\d+<([^>]+)>/.exec(text)?.[1]
    const paths = [...text.matchAll(/"([^"]*)"/g)].map(([, path = '']) => path)
    switch (name) {
      case 'openat': {
        const path = paths[0] ?? ''
        if (/O_CREAT/.test(text) && path.startsWith(folder) && !known.has(path)) {
          known.add(path)
          dirty.add(path).add(parent(path))
        }
        break
      }
      case 'write':
      case 'writev':
      case 'pwrite64':
      case 'ftruncate':
        if (onDescriptor !== undefined) dirty.add(onDescriptor)
        break
      case 'copy_file_range':
      case 'sendfile': {
        const target = /^\d+<[^>]+>, (?:NULL, )?\d+<([^>]+)>/.exec(text)?.[1] ?? onDescriptor
        if (target !== undefined) dirty.add(target)
        break
      }
      case 'mkdir':
      case 'symlink':
        dirty.add(parent(paths.at(-1) ?? ''))
        break
      case 'unlink':
      case 'unlinkat':
        dirty.delete(paths[0] ?? '')
        break
      case 'fsync':
      case 'fdatasync':
        if (onDescriptor !== undefined) dirty.delete(onDescriptor)
        break
      case 'rename':
      case 'renameat2': {
        const [from = '', to = ''] = paths
        for (const path of dirty) {
          if (path === from || path.startsWith(`${from}/`)) faults.push(`${path} before it became ${to}`)
        }
        dirty.add(parent(to))
        break
      }
      default:
    }
  }
  // At the end, the last rename must be on the disk too.
  for (const path of dirty) if (path === folder) faults.push(`${path} at the end`)
  return faults
}
