// Texts in another language, by a model.
export { type Language, requireTranslator, translateText } from './translator.ts'
