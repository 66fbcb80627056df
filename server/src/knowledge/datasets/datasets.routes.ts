import { api, projectFilesApi } from '@scinav/contract'
import { literatureTypes } from '../../library/dictionaries/index.ts'
import { implement } from '../../platform/http/implement.ts'
import { operateDataset } from './copy.service.ts'
import {
  allDatasets,
  changeDataset,
  createDataset,
  datasetPage,
  listBin,
  privateId,
  projectTree,
  removeDataset,
  restoreDataset,
} from './dataset.service.ts'
import {
  listDocuments,
  listLevel,
  privatePage,
  projectFiles,
  removeDocuments,
  removeFromFolder,
} from './document.service.ts'
import { listFolders, moveIntoFolder, removeFolders, restoreFolders, saveFolder } from './folder.service.ts'
import { dropPapers, keepPapers } from './keep.service.ts'
import { copyDocuments, documentsForPickers, folderDocuments, projectDocuments } from './picker.service.ts'
import { removeSearch, savedSearch, saveSearch } from './saved-search.service.ts'
import {
  datasetFigures,
  literatureStatistics,
  publicClasses,
  subjectStatistics,
} from './statistics.service.ts'
import {
  addTag,
  listTags,
  mergeTags,
  removeTag,
  removeTags,
  saveTag,
  tagDocuments,
  tagGroups,
} from './tag.service.ts'

export const datasetsRoutes = [
  ...implement(projectFilesApi, { files: projectFiles }),
  ...implement(api.datasets, {
    all: allDatasets,
    page: datasetPage,
    create: createDataset,
    change: changeDataset,
    operate: operateDataset,
    projectTree,
    remove: removeDataset,
    bin: listBin,
    restore: restoreDataset,
    privateId,
    privatePage,
    documents: listDocuments,
    folders: listFolders,
    level: listLevel,
    saveFolder,
    removeFolders,
    restoreFolders,
    move: moveIntoFolder,
    keepPapers,
    dropPapers,
    removeDocuments,
    removeFromFolder,
    literatureTypes,
    tags: listTags,
    saveTag,
    removeTags,
    mergeTags,
    tagDocuments,
    tagGroups,
    addTag,
    removeTag,
    copyDocuments,
    projectDocuments,
    folderDocuments,
    documentsForPickers,
    publicClasses,
    subjectStatistics,
    literatureStatistics,
    figures: datasetFigures,
    savedSearch,
    saveSearch,
    removeSearch,
  }),
]
