// `npm run corpus`: writes the corpus again. Read the diff afterwards.
import { writeCorpus } from './build.ts'

await writeCorpus()
