import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { sendCode } from './code.service.ts'
import { getExport, startExport } from './export.service.ts'
import { getDefaultMenu, getLogo, listStoppedMenus } from './menu.service.ts'
import {
  changePassword,
  getCurrentUser,
  removeAccount,
  restoreAccount,
  setContact,
  updateProfile,
} from './profile.service.ts'
import { register } from './register.service.ts'
import { resetPassword } from './reset-password.service.ts'
import { endSession, listSessions, login, logout } from './session.service.ts'
import { getSetting, saveSetting } from './setting.service.ts'
import { listSignOns, unlinkSignOn } from './sign-on.service.ts'
import { linkSignOn } from './sso.service.ts'

export const userRoutes = implement(api.user, {
  logo: getLogo,
  current: getCurrentUser,
  logout,
  sendCode,
  register,
  resetPassword,
  login,
  menu: getDefaultMenu,
  stoppedMenus: listStoppedMenus,
  saveSetting,
  setting: getSetting,
  updateProfile,
  setContact,
  changePassword,
  sessions: listSessions,
  endSession,
  signOns: listSignOns,
  linkSignOn,
  unlinkSignOn,
  exportData: startExport,
  exportFile: getExport,
  remove: removeAccount,
  restore: restoreAccount,
})
