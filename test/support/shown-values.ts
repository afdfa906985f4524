// Examples of documents, with the value of an expression behind it: `value // → what it is`.

/** Such lines as ones that put what is found and what is said on the list `pairs`. */
export const checking = (source: string): string =>
  source.replaceAll(
    /^;?(.*?) \/\/ → (.*)$/gm,
    (_, expression: string, value: string) => `;pairs.push([${expression}, ${value}])`,
  )
