/** Returns the address of a public knowledge base's content. */
export const detailAddress = (dataset_id: string): string =>
  `/aiKnowledgeBase/detail?${new URLSearchParams({ dataset_id })}`

/** Returns the address of a chat with a knowledge base. */
export const datasetChatAddress = (dataset_id: string, chat_id = ''): string =>
  `/aiKnowledgeBase/chatDetail?${new URLSearchParams({ dataset_id, ...(chat_id && { chat_id }) })}`
