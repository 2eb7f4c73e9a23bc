/** Why a connection or its request failed: the fixed words of an attempt's `error_message`. */
export type ConnectionError =
  | 'dns_error'
  | 'address_not_public'
  | 'connect_timeout'
  | 'connection_refused'
  | 'connection_reset'
  | 'tls_error'
  | 'response_timeout'
  | 'protocol_error'
