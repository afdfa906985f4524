// Rewrites the commands in a source's text as they are called where a package is installed.

/** How an installed program is called. npx must not look for it elsewhere. */
export const byNpx = (program: string): string => `npx --no -- ${program}`

/** A text with commands of the checkout → the same text with commands that begin with `call`. */
export const asCalled =
  (call: string) =>
  (text: string): string =>
    text
      .replaceAll(/npm run (?:-s |--silent )?tzref --/g, call)
      .replaceAll(/npm start(?: --)?/g, `${call} serve`)
      .replaceAll('npm ci', 'npm install')
