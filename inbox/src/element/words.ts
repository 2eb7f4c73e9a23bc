/** The words of the web component, by language. Counts stand behind a colon, so no word needs a plural. */

export interface Words {
  heading: string
  /** Behind the heading, for the name of the bell: `unseen: 3`. */
  unseen: string
  /** Said when a message comes: `New: Your order is on its way`. */
  newMessage: string
  newMessages: string
  close: string
  /** The name of the group of lists. */
  lists: string
  active: string
  unread: string
  archived: string
  markAllRead: string
  isUnread: string
  markRead: string
  markUnread: string
  archive: string
  unarchive: string
  older: string
  empty: string
  loading: string
  offline: string
  connecting: string
  unauthorized: string
  notSaved: string
  dismiss: string
}

const EN: Words = {
  heading: 'Notifications',
  unseen: 'unseen',
  newMessage: 'New',
  newMessages: 'New messages',
  close: 'Close',
  lists: 'Show',
  active: 'Inbox',
  unread: 'Unread',
  archived: 'Archived',
  markAllRead: 'Mark all as read',
  isUnread: 'Unread',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  archive: 'Archive',
  unarchive: 'Move to the inbox',
  older: 'Show older messages',
  empty: 'No messages here',
  loading: 'Loading…',
  offline: 'You are offline. New messages appear when you are back.',
  connecting: 'No connection. Trying again…',
  unauthorized: 'You are signed out. Sign in again to see your messages.',
  notSaved: 'The change was not saved. Try again.',
  dismiss: 'Dismiss',
}

const DE: Words = {
  heading: 'Benachrichtigungen',
  unseen: 'ungesehen',
  newMessage: 'Neu',
  newMessages: 'Neue Nachrichten',
  close: 'Schließen',
  lists: 'Anzeigen',
  active: 'Eingang',
  unread: 'Ungelesen',
  archived: 'Archiv',
  markAllRead: 'Alle als gelesen markieren',
  isUnread: 'Ungelesen',
  markRead: 'Als gelesen markieren',
  markUnread: 'Als ungelesen markieren',
  archive: 'Archivieren',
  unarchive: 'In den Eingang verschieben',
  older: 'Ältere Nachrichten anzeigen',
  empty: 'Hier sind keine Nachrichten',
  loading: 'Wird geladen…',
  offline: 'Sie sind offline. Neue Nachrichten erscheinen, sobald Sie wieder online sind.',
  connecting: 'Keine Verbindung. Neuer Versuch…',
  unauthorized: 'Sie sind abgemeldet. Melden Sie sich wieder an, um Ihre Nachrichten zu sehen.',
  notSaved: 'Die Änderung wurde nicht gespeichert. Versuchen Sie es noch einmal.',
  dismiss: 'Ausblenden',
}

const FR: Words = {
  heading: 'Notifications',
  unseen: 'non vues',
  newMessage: 'Nouveau',
  newMessages: 'Nouveaux messages',
  close: 'Fermer',
  lists: 'Afficher',
  active: 'Boîte de réception',
  unread: 'Non lus',
  archived: 'Archivés',
  markAllRead: 'Tout marquer comme lu',
  isUnread: 'Non lu',
  markRead: 'Marquer comme lu',
  markUnread: 'Marquer comme non lu',
  archive: 'Archiver',
  unarchive: 'Remettre dans la boîte de réception',
  older: 'Afficher les messages plus anciens',
  empty: 'Aucun message ici',
  loading: 'Chargement…',
  offline: 'Vous êtes hors ligne. Les nouveaux messages apparaîtront à votre retour.',
  connecting: 'Pas de connexion. Nouvel essai…',
  unauthorized: 'Vous êtes déconnecté. Reconnectez-vous pour voir vos messages.',
  notSaved: 'La modification n’a pas été enregistrée. Réessayez.',
  dismiss: 'Masquer',
}

const ES: Words = {
  heading: 'Notificaciones',
  unseen: 'sin ver',
  newMessage: 'Nuevo',
  newMessages: 'Mensajes nuevos',
  close: 'Cerrar',
  lists: 'Mostrar',
  active: 'Bandeja de entrada',
  unread: 'No leídos',
  archived: 'Archivados',
  markAllRead: 'Marcar todo como leído',
  isUnread: 'No leído',
  markRead: 'Marcar como leído',
  markUnread: 'Marcar como no leído',
  archive: 'Archivar',
  unarchive: 'Mover a la bandeja de entrada',
  older: 'Mostrar mensajes anteriores',
  empty: 'No hay mensajes aquí',
  loading: 'Cargando…',
  offline: 'No tienes conexión. Los mensajes nuevos aparecerán cuando vuelvas.',
  connecting: 'Sin conexión. Intentando de nuevo…',
  unauthorized: 'Has cerrado la sesión. Vuelve a iniciarla para ver tus mensajes.',
  notSaved: 'El cambio no se guardó. Inténtalo de nuevo.',
  dismiss: 'Ocultar',
}

const PT: Words = {
  heading: 'Notificações',
  unseen: 'não vistas',
  newMessage: 'Nova',
  newMessages: 'Novas mensagens',
  close: 'Fechar',
  lists: 'Mostrar',
  active: 'Caixa de entrada',
  unread: 'Não lidas',
  archived: 'Arquivadas',
  markAllRead: 'Marcar tudo como lido',
  isUnread: 'Não lida',
  markRead: 'Marcar como lida',
  markUnread: 'Marcar como não lida',
  archive: 'Arquivar',
  unarchive: 'Mover para a caixa de entrada',
  older: 'Mostrar mensagens mais antigas',
  empty: 'Nenhuma mensagem aqui',
  loading: 'A carregar…',
  offline: 'Sem rede. As novas mensagens aparecem quando voltar.',
  connecting: 'Sem ligação. Nova tentativa…',
  unauthorized: 'A sessão terminou. Entre de novo para ver as suas mensagens.',
  notSaved: 'A alteração não foi guardada. Tente de novo.',
  dismiss: 'Ocultar',
}

const AR: Words = {
  heading: 'الإشعارات',
  unseen: 'غير مرئية',
  newMessage: 'جديد',
  newMessages: 'رسائل جديدة',
  close: 'إغلاق',
  lists: 'عرض',
  active: 'الوارد',
  unread: 'غير مقروءة',
  archived: 'المؤرشفة',
  markAllRead: 'تحديد الكل كمقروء',
  isUnread: 'غير مقروءة',
  markRead: 'تحديد كمقروءة',
  markUnread: 'تحديد كغير مقروءة',
  archive: 'أرشفة',
  unarchive: 'نقل إلى الوارد',
  older: 'عرض الرسائل الأقدم',
  empty: 'لا توجد رسائل هنا',
  loading: 'جارٍ التحميل…',
  offline: 'أنت غير متصل بالإنترنت. ستظهر الرسائل الجديدة عند عودتك.',
  connecting: 'لا يوجد اتصال. تجري المحاولة مجددًا…',
  unauthorized: 'لقد سجّلت الخروج. سجّل الدخول مجددًا لرؤية رسائلك.',
  notSaved: 'لم يُحفظ التغيير. حاول مرة أخرى.',
  dismiss: 'إخفاء',
}

/** By the primary subtag of a language (BCP 47). */
export const WORDS: Readonly<Record<string, Words>> = { en: EN, de: DE, fr: FR, es: ES, pt: PT, ar: AR }

const WRITTEN_FROM_RIGHT = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

export interface Language {
  /** For dates and numbers: a tag for `Intl`. */
  tag: string
  words: Words
  direction: 'ltr' | 'rtl'
}

/** The language of a tag like `pt-BR`. English if its words are in no table. `own` replaces single words. */
export function languageOf(tag: string, own: Partial<Words> = {}): Language {
  const primary = /^[a-z]{2,3}(?=-|$)/i.exec(tag)?.[0].toLowerCase() ?? 'en'
  const isKnown = WORDS[primary] !== undefined || Object.keys(own).length > 0
  const known = isKnown ? primary : 'en'
  let valid = known
  try {
    if (isKnown) valid = Intl.getCanonicalLocales(tag)[0] ?? known
  } catch {
    // The page has a tag like `de_AT`.
  }
  return {
    tag: valid,
    words: { ...EN, ...WORDS[known], ...own },
    direction: WRITTEN_FROM_RIGHT.has(known) ? 'rtl' : 'ltr',
  }
}
