<?php
// Reads cases as JSON from standard input, prints what the example in PHP says of each.

require __DIR__ . '/../../docs/examples/verify.php';

function outcome(array $given): bool|string
{
    try {
        $verifier = new WebhookVerifier($given['secrets']);
    } catch (InvalidArgumentException) {
        return 'refused';
    }
    $body = is_string($given['body']) ? base64_decode($given['body']) : $given['body'];
    return $verifier->verify($body, $given['header'], $given['now']);
}

echo json_encode(array_map('outcome', json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR)));
