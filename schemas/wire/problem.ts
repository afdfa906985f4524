// Defines the bodies of error answers.
import { Type, type Static } from 'typebox'
import { Closed } from './shapes.ts'

export const Problem = Closed({ message: Type.String() })

export const ValidationProblem = Closed({
  message: Type.String(),
  errors: Type.Record(Type.String(), Type.Array(Type.String(), { minItems: 1 })),
})

export type Problem = Static<typeof Problem>
export type ValidationProblem = Static<typeof ValidationProblem>
