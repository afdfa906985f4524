// Makes a value once for each object, and forgets it with the object.

/** The same function as `make`, which is called once for each object. */
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
