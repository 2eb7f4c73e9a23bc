<?php
// Verifies a webhook request. PHP 8 or newer, nothing else.

const TOLERANCE_SECONDS = 300;

/**
 * Answers 'ok', or why to refuse with 400: 'bad_header', 'no_match' or 'stale'.
 * $rawBody: the bytes as received, file_get_contents('php://input'); $header: $_SERVER['HTTP_X_SERVICE_SIGNATURE'];
 * $secrets: whole, with whsec_, several while rotating.
 */
function verify(string $rawBody, string $header, array $secrets, ?int $now = null): string
{
    $parts = strlen($header) <= 2048 ? array_map('trim', explode(',', $header)) : [];
    $timestamps = [];
    $signatures = [];
    foreach ($parts as $part) {
        if (str_starts_with($part, 't=')) {
            $timestamps[] = substr($part, 2);
        } elseif (str_starts_with($part, 'v1=')) {
            $signatures[] = substr($part, 3);
        }
    }
    if (count($timestamps) !== 1 || !preg_match('/^(0|[1-9][0-9]{0,10})$/D', $timestamps[0])) {
        return 'bad_header';
    }
    if (count($signatures) === 0 || count($signatures) > 8) {
        return 'bad_header';
    }
    $matched = false;
    foreach ($secrets as $secret) {
        $expected = hash_hmac('sha256', $timestamps[0] . '.' . $rawBody, $secret);
        foreach ($signatures as $signature) {
            // Constant time.
            if (hash_equals($expected, $signature)) {
                $matched = true;
            }
        }
    }
    if (!$matched) {
        return 'no_match';
    }
    return abs(($now ?? time()) - (int) $timestamps[0]) <= TOLERANCE_SECONDS ? 'ok' : 'stale';
}

// php verify.php HEADER UNIX_SECONDS SECRET... < body
if (PHP_SAPI === 'cli' && realpath($argv[0]) === __FILE__) {
    echo verify(stream_get_contents(STDIN), $argv[1], array_slice($argv, 3), (int) $argv[2]), "\n";
}
