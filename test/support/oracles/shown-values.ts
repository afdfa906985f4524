// Examples in documents, with the value of an expression behind it: `value // → what it is`.

/** Turns such lines into code that adds the found and the expected value to the list `pairs`. */
export const checking = (source: string): string =>
  source.replaceAll(
    /^;?(.*?) \/\/ → (.*)$/gm,
    (_, expression: string, value: string) => `;pairs.push([${expression}, ${value}])`,
  )
