// Applications, prompts and recommended tools.
export {
  allApplications,
  applicationById,
  instructionsFor,
  isGrounded,
  requireApplication,
} from './applications.ts'
