// The page /changes, opened at steps through ten years.
import './changes.full.test.ts'
