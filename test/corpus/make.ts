// `npm run corpus`: writes the corpus again; read the diff.
import { writeCorpus } from './build.ts'

await writeCorpus()
