/** Returns an application in the server's format. */
export const applicationOf = (id: string, name: string, over: object = {}) => ({
  id,
  type: 'chat',
  name,
  icon: 'book',
  description: `${name}的说明`,
  category_id: 'topic',
  opening: '',
  suggested_questions: [],
  inputs: [],
  index_flag: false,
  needs_model: false,
  model_missing: false,
  marked: false,
  screen: null,
  url: null,
  ...over,
})
