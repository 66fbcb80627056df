// Applications, prompts and recommended tools.
export {
  allApplications,
  getApplication,
  instructionsFor,
  isGrounded,
  requireApplication,
} from './applications.ts'
