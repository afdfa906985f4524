// The words of a source, with commands as they are called where a package is installed.

/** A text that names commands of the checkout → the same with those of an installed program, which npx is not to look for elsewhere. */
export const asCalled =
  (program: string) =>
  (text: string): string =>
    text
      .replaceAll(/npm run (?:-s |--silent )?tzref --/g, `npx --no ${program}`)
      .replaceAll(/npm start(?: --)?/g, `npx --no ${program} serve`)
      .replaceAll('npm ci', 'npm install')
