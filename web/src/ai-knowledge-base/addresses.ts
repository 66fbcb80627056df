/** What is in a public knowledge base. */
export const detailAddress = (dataset_id: string): string =>
  `/aiKnowledgeBase/detail?${new URLSearchParams({ dataset_id })}`

/** A chat with it. */
export const datasetChatAddress = (dataset_id: string, chat_id = ''): string =>
  `/aiKnowledgeBase/chatDetail?${new URLSearchParams({ dataset_id, ...(chat_id && { chat_id }) })}`
