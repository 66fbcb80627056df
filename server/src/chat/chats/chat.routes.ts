import { api, chatApi, chatRecordsApi } from '@scinav/contract'
import { getTokenUsage } from '../../models/registry/index.ts'
import { implement } from '../../platform/http/implement.ts'
import {
  listApplicationChats,
  listPinnedChats,
  listRecentChats,
  openChat,
  openDatasetChat,
  pinChat,
  removeChat,
  renameChat,
  restoreChat,
  unpinChat,
} from './chat.service.ts'
import { listCitedPapers } from './download.service.ts'
import { listApplicationModels } from './models.service.ts'
import { getRecord, listRecords, redact, revise, suggestFollowUps } from './record.service.ts'
import { sendMessage } from './send.service.ts'
import { approveCall, resumeStream } from './stream.service.ts'
import { listThumbReasons, setThumb } from './thumb.service.ts'
import { translate } from './translate.service.ts'

/** The calls of chats and their answers, and the call that translates a paper. */
export const chatRoutes = [
  ...implement(
    { ...chatApi, ...chatRecordsApi },
    {
      pinned: listPinnedChats,
      recent: listRecentChats,
      remove: removeChat,
      rename: renameChat,
      pin: pinChat,
      unpin: unpinChat,
      restore: restoreChat,
      models: listApplicationModels,
      usage: getTokenUsage,
      ofApplication: listApplicationChats,
      open: openChat,
      openCommon: openChat,
      openDataset: openDatasetChat,
      records: listRecords,
      record: getRecord,
      send: sendMessage,
      resume: resumeStream,
      approve: approveCall,
      otherQuestions: suggestFollowUps,
      redact,
      revise,
      thumbsReasons: listThumbReasons,
      thumbs: setThumb,
      cited: listCitedPapers,
    },
  ),
  ...implement(api.translate, { paper: translate }),
]
