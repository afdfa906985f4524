// The credit that the boundary data's licence asks for, as every answer that uses it carries it.

/** Addresses are plain text. NOTICE says the same. */
export const BOUNDARY_CREDIT =
  'Contains information from timezone-boundary-builder (https://github.com/evansiroky/timezone-boundary-builder), which is made available here under the Open Database License (ODbL) 1.0 (https://opendatacommons.org/licenses/odbl/1-0/); © OpenStreetMap contributors (https://www.openstreetmap.org/copyright).'
