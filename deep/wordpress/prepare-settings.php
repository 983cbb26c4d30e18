<?php
/* A site in another time zone, with a second author. */
update_option( 'timezone_string', 'America/Denver' );
wp_insert_user( array( 'user_login' => 'dana', 'user_email' => 'dana@site.example', 'user_pass' => 'x', 'role' => 'author' ) );
