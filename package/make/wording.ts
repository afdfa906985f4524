// Rewrites the commands in a source's text as they are called where a package is installed.

/**
 * A text with commands of the checkout → the same text with commands of an installed program. npx must not look for that program elsewhere.
 */
export const asCalled =
  (program: string) =>
  (text: string): string =>
    text
      .replaceAll(/npm run (?:-s |--silent )?tzref --/g, `npx --no -- ${program}`)
      .replaceAll(/npm start(?: --)?/g, `npx --no -- ${program} serve`)
      .replaceAll('npm ci', 'npm install')
