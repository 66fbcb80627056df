// Applications, prompts and recommended tools.
export {
  allApplications,
  getApplication,
  instructionsFor,
  isGrounded,
  requireApplication,
  writtenLanguage,
} from './applications.ts'
