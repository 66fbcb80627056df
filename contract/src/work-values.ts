// The closed lists of values in a work's record.

export const CREATOR_ROLES = [
  'author',
  'editor',
  'translator',
  'corresponding',
  'advisor',
  'publisher',
] as const
export const DEGREES = ['bachelor', 'master', 'doctor'] as const
export const WORK_STATUSES = ['normal', 'retracted', 'corrected', 'concern'] as const
