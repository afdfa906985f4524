// Instants as text for commands and exports: UTC, whole seconds.

/** `YYYY-MM-DDTHH:MM:SS+00:00`, as the service prints UTC everywhere. */
export const formatUtc = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19)}+00:00`
