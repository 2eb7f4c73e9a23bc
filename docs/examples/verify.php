<?php
// Verifies webhook requests. PHP 8.0 or newer, without dependencies.

/**
 * Create it once, at the start: $webhooks = new WebhookVerifier(getenv('WEBHOOK_SECRET')). It throws if the secret is missing.
 * $secrets: the whole secret with its whsec_, or an array of several while you rotate it.
 */
final class WebhookVerifier
{
    private const TOLERANCE_SECONDS = 300;

    private array $secrets;

    public function __construct(#[\SensitiveParameter] mixed $secrets)
    {
        $given = is_array($secrets) ? array_values($secrets) : [$secrets];
        foreach ($given ?: [null] as $secret) {
            if (!self::isSecret($secret)) {
                throw new InvalidArgumentException(
                    'The webhook secret is missing or empty, or is not a secret: set it to the whole secret, whsec_..., without blanks'
                );
            }
        }
        $this->secrets = array_map([self::class, 'keyOf'], $given);
    }

    /** No blank, no line break, no list in one text: it would match no request. */
    private static function isSecret(mixed $text): bool
    {
        return is_string($text)
            && preg_match('/^whsec_[\p{L}\p{N}_+\/=-]+$/uD', $text) === 1
            && strrpos($text, 'whsec_') === 0;
    }

    /** The key is the whole secret. In the notation of Standard Webhooks (standard_secret), it is in base64. */
    private static function keyOf(#[\SensitiveParameter] string $secret): string
    {
        $decoded = base64_decode(substr($secret, strlen('whsec_')), true);
        return self::isSecret($decoded) ? $decoded : $secret;
    }

    /**
     * For each request: if it is false, return 400. $rawBody: the bytes as received, file_get_contents('php://input');
     * $header: $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? null.
     */
    public function verify(mixed $rawBody, mixed $header, ?int $now = null): bool
    {
        if (!is_string($header) || strlen($header) > 2048 || !is_string($rawBody)) {
            return false;
        }
        $timestamps = [];
        $signatures = [];
        foreach (array_map('trim', explode(',', $header)) as $part) {
            if (str_starts_with($part, 't=')) {
                $timestamps[] = substr($part, 2);
            } elseif (str_starts_with($part, 'v1=')) {
                $signatures[] = substr($part, 3);
            }
        }
        if (count($timestamps) !== 1 || preg_match('/^(0|[1-9][0-9]{0,10})$/D', $timestamps[0]) !== 1) {
            return false;
        }
        if (count($signatures) > 8) {
            return false;
        }
        $matched = false;
        foreach ($this->secrets as $secret) {
            $expected = hash_hmac('sha256', $timestamps[0] . '.' . $rawBody, $secret);
            foreach ($signatures as $signature) {
                // Constant time for equal lengths.
                if (hash_equals($expected, $signature)) {
                    $matched = true;
                }
            }
        }
        return $matched && abs(($now ?? time()) - (int) $timestamps[0]) <= self::TOLERANCE_SECONDS;
    }
}
