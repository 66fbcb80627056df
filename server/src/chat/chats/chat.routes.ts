import { api, chatApi, chatRecordsApi } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import {
  chatsOfApplication,
  openChat,
  openDatasetChat,
  pinChat,
  pinnedChats,
  recentChats,
  removeChat,
  renameChat,
  restoreChat,
  unpinChat,
} from './chat.service.ts'
import { citedPapers } from './download.service.ts'
import { applicationModels } from './models.service.ts'
import { otherQuestions } from './question.service.ts'
import { listRecords, oneRecord } from './record.service.ts'
import { redact } from './redact.service.ts'
import { sendMessage } from './send.service.ts'
import { approveCall, resumeStream } from './stream.service.ts'
import { setThumb, thumbsReasons } from './thumb.service.ts'
import { translate } from './translate.service.ts'

export const chatRoutes = [
  ...implement(
    { ...chatApi, ...chatRecordsApi },
    {
      pinned: pinnedChats,
      recent: recentChats,
      remove: removeChat,
      rename: renameChat,
      pin: pinChat,
      unpin: unpinChat,
      restore: restoreChat,
      models: applicationModels,
      ofApplication: chatsOfApplication,
      open: openChat,
      openCommon: openChat,
      openDataset: openDatasetChat,
      records: listRecords,
      record: oneRecord,
      send: sendMessage,
      resume: resumeStream,
      approve: approveCall,
      otherQuestions,
      redact,
      thumbsReasons,
      thumbs: setThumb,
      cited: citedPapers,
    },
  ),
  ...implement(api.translate, { paper: translate }),
]
