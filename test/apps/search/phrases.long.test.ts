// Phrases: every question of every language.
import './phrases.world.test.ts'
