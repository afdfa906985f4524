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

/** What to do in an archive, which cannot build, where the checkout is told to build. */
const INSTALL = 'npm run tzref -- install https://releases.example.org/tzref/ --key ed25519:… --activate'

/** A text of the checkout → the same text for a program that cannot build. Examples in the help of `build` itself stay. */
export const withoutBuilding = (text: string): string =>
  text.replaceAll(
    /(?<!\n {2})npm run tzref -- (?:lock && npm run tzref -- )?build(?: --activate)?(?![\w-])/g,
    INSTALL,
  )
