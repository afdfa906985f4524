// What is made of an object once, and forgotten with it.

/** The same as `make`, which is asked once for each object. */
export function oncePer<Thing extends object, Made>(make: (thing: Thing) => Made): (thing: Thing) => Made {
  const known = new WeakMap<Thing, { readonly made: Made }>()
  return (thing) => {
    let entry = known.get(thing)
    if (entry === undefined) {
      entry = { made: make(thing) }
      known.set(thing, entry)
    }
    return entry.made
  }
}
