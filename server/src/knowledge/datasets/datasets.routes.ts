import { api, projectFilesApi } from '@scinav/contract'
import { listLiteratureTypes } from '../../library/dictionaries/index.ts'
import { implement } from '../../platform/http/implement.ts'
import { operateDataset } from './copy.service.ts'
import {
  changeDataset,
  createDataset,
  getPrivateDatasetId,
  getProjectTree,
  listAllDatasets,
  listBin,
  listDatasetPage,
  removeDataset,
  restoreDataset,
} from './dataset.service.ts'
import {
  listDocuments,
  listFolderLevel,
  listPrivatePage,
  listProjectFiles,
  removeDocuments,
  removeFromFolder,
} from './document.service.ts'
import { listFolders, moveIntoFolder, removeFolders, restoreFolders, saveFolder } from './folder.service.ts'
import { dropPapers, keepPapers } from './paper-documents.service.ts'
import {
  copyDocuments,
  pickFolderDocuments,
  pickProjectDocuments,
  pickReadableDocuments,
} from './picker.service.ts'
import { getSavedSearch, removeSearch, saveSearch } from './saved-search.service.ts'
import {
  getDatasetFigures,
  getLiteratureStatistics,
  getSubjectStatistics,
  listPublicClasses,
} from './statistics.service.ts'
import {
  addTag,
  listTagGroups,
  listTags,
  mergeTags,
  removeTag,
  removeTags,
  saveTag,
  tagDocuments,
} from './tag.service.ts'

export const datasetsRoutes = [
  ...implement(projectFilesApi, { files: listProjectFiles }),
  ...implement(api.datasets, {
    all: listAllDatasets,
    page: listDatasetPage,
    create: createDataset,
    change: changeDataset,
    operate: operateDataset,
    projectTree: getProjectTree,
    remove: removeDataset,
    bin: listBin,
    restore: restoreDataset,
    privateId: getPrivateDatasetId,
    privatePage: listPrivatePage,
    documents: listDocuments,
    folders: listFolders,
    level: listFolderLevel,
    saveFolder,
    removeFolders,
    restoreFolders,
    move: moveIntoFolder,
    keepPapers,
    dropPapers,
    removeDocuments,
    removeFromFolder,
    literatureTypes: listLiteratureTypes,
    tags: listTags,
    saveTag,
    removeTags,
    mergeTags,
    tagDocuments,
    tagGroups: listTagGroups,
    addTag,
    removeTag,
    copyDocuments,
    projectDocuments: pickProjectDocuments,
    folderDocuments: pickFolderDocuments,
    documentsForPickers: pickReadableDocuments,
    publicClasses: listPublicClasses,
    subjectStatistics: getSubjectStatistics,
    literatureStatistics: getLiteratureStatistics,
    figures: getDatasetFigures,
    savedSearch: getSavedSearch,
    saveSearch,
    removeSearch,
  }),
]
